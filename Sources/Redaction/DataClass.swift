/// The two classes of data, ``SensitiveData`` and ``NonSensitiveData``; only this module has any.
public protocol DataClass {}
