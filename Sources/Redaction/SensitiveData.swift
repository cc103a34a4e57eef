/// The class of values that tell something about a person.
public enum SensitiveData: DataClass {}
