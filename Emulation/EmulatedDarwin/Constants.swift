// The numbers are Apple's; Scripts/check-apple-symbols compares them with Apple's headers.
public let EPERM: Int32 = 1
public let ENOENT: Int32 = 2
public let EACCES: Int32 = 13
public let ENOTDIR: Int32 = 20
public let EROFS: Int32 = 30
public let EINPROGRESS: Int32 = 36
public let ETIMEDOUT: Int32 = 60
public let ECONNREFUSED: Int32 = 61

public let O_WRONLY: Int32 = 1
public let O_NONBLOCK: Int32 = 4
public let O_NOFOLLOW: Int32 = 256
public let O_CREAT: Int32 = 512
public let O_EXCL: Int32 = 2048
public let O_CLOEXEC: Int32 = 16777216
public let F_SETFL: Int32 = 4
public let S_IFMT: mode_t = 61440
public let S_IFLNK: mode_t = 40960

public let AF_INET: Int32 = 2
public let SOCK_STREAM: Int32 = 1
public let SOL_SOCKET: Int32 = 65535
public let SO_ERROR: Int32 = 4103
public let POLLOUT: Int32 = 4

public let CTL_KERN: Int32 = 1
public let KERN_PROC: Int32 = 14
public let KERN_PROC_PID: Int32 = 1
public let P_TRACED: Int32 = 2048
public let KERN_SUCCESS: Int32 = 0
