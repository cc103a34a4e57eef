/// The class of values that tell nothing about anybody.
public enum NonSensitiveData: DataClass {}
