// Preloaded into a process under torture. Everything that touches a file below TORTURE_DIR is written down in TORTURE_LOG
// in the order in which it happened, so that any power loss can be replayed; one call may be made to fail or to be the last.
//   TORTURE_FAIL_AT=n   the n-th counted call fails with TORTURE_ERRNO (5); TORTURE_STICKY=1: and all after it
//   TORTURE_SHORT=1     a failing write writes its first half instead of nothing (disks fill up in the middle)
//   TORTURE_KILL_AT=n   the process kills itself before the n-th counted call
//   TORTURE_ARM=1       counting begins when a file named ARM is opened
// Counted: write, pwrite, ftruncate, fsync, fdatasync, rename, unlink, and the creation of a file. Names ending in ACK, ARM
// and -shm are never counted (the first two are the test's own, the third is shared memory).
// A record: kind(1) pathlen(2) offset(8) length(4) path data. Kinds: C create, O open, W write, T truncate, S sync, D sync of a
// folder, U unlink, R rename (data = new name), M mkdir, F fault.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define LONGEST 1024
static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;
static int ready = 0, log_fd = -1, armed = 1, sticky = 0, halves = 0, error_no = EIO;
static long fail_at = -1, kill_at = -1, counted = 0;
static const char *root = 0;
static size_t root_length = 0;

static long number(const char *name, long otherwise) {
  const char *text = getenv(name);
  return text && *text ? atol(text) : otherwise;
}

static void start(void) {
  if (ready) return;
  ready = 1;
  root = getenv("TORTURE_DIR");
  if (!root) return;
  root_length = strlen(root);
  const char *log = getenv("TORTURE_LOG");
  if (log) log_fd = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  fail_at = number("TORTURE_FAIL_AT", -1);
  kill_at = number("TORTURE_KILL_AT", -1);
  sticky = number("TORTURE_STICKY", 0);
  halves = number("TORTURE_SHORT", 0);
  error_no = number("TORTURE_ERRNO", EIO);
  armed = !number("TORTURE_ARM", 0);
}

static int ends(const char *path, const char *with) {
  size_t a = strlen(path), b = strlen(with);
  return a >= b && !strcmp(path + a - b, with);
}
static int below_root(const char *path) {
  start();
  return root && !strncmp(path, root, root_length) && (path[root_length] == '/' || path[root_length] == 0);
}
static int path_of(int fd, char *into) {
  start();
  if (!root) return 0;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t n = readlink(link, into, LONGEST - 1);
  if (n <= 0) return 0;
  into[n] = 0;
  return below_root(into);
}

static void record(char kind, const char *path, uint64_t offset, const void *data, uint32_t length) {
  if (log_fd < 0) return;
  uint16_t path_length = strlen(path);
  char head[15];
  head[0] = kind;
  memcpy(head + 1, &path_length, 2);
  memcpy(head + 3, &offset, 8);
  memcpy(head + 11, &length, 4);
  struct iovec parts[3] = {{head, 15}, {(void *)path, path_length}, {(void *)data, length}};
  syscall(SYS_writev, log_fd, parts, length ? 3 : 2);
}

// 0 go on, 1 fail
static int counts(const char *path) {
  if (ends(path, "/ACK") || ends(path, "/ARM") || ends(path, "-shm") || !armed) return 0;
  if (fail_at < 0 && kill_at < 0) return 0;
  long n = ++counted;
  if (n == kill_at) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
  }
  if (fail_at >= 0 && (n == fail_at || (sticky && n > fail_at))) {
    record('F', path, n, 0, 0);
    errno = error_no;
    return 1;
  }
  return 0;
}

#define REAL(type, name, ...) \
  static type (*real)(__VA_ARGS__) = 0; \
  if (!real) real = dlsym(RTLD_NEXT, name)
#define LOCK pthread_mutex_lock(&order)
#define UNLOCK pthread_mutex_unlock(&order)

static ssize_t written(int fd, const void *data, size_t n, off64_t at, int placed) {
  REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
  static ssize_t (*plain)(int, const void *, size_t) = 0;
  if (!plain) plain = dlsym(RTLD_NEXT, "write");
  char path[LONGEST];
  if (!path_of(fd, path)) return placed ? real(fd, data, n, at) : plain(fd, data, n);
  LOCK;
  if (counts(path)) {
    if (!halves || n < 2) {
      UNLOCK;
      return -1;
    }
    n /= 2;
  }
  ssize_t k = placed ? real(fd, data, n, at) : plain(fd, data, n);
  int saved = errno;
  if (k > 0) {
    off64_t from = placed ? at : lseek64(fd, 0, SEEK_CUR) - k;
    record('W', path, from < 0 ? 0 : from, data, k);
  }
  UNLOCK;
  errno = saved;
  return k;
}
ssize_t write(int fd, const void *data, size_t n) { return written(fd, data, n, 0, 0); }
ssize_t pwrite(int fd, const void *data, size_t n, off_t at) { return written(fd, data, n, at, 1); }
ssize_t pwrite64(int fd, const void *data, size_t n, off64_t at) { return written(fd, data, n, at, 1); }

static int shortened(int fd, off64_t length) {
  REAL(int, "ftruncate64", int, off64_t);
  char path[LONGEST];
  if (!path_of(fd, path)) return real(fd, length);
  LOCK;
  int k = counts(path) ? -1 : real(fd, length);
  int saved = errno;
  if (!k) record('T', path, length, 0, 0);
  UNLOCK;
  errno = saved;
  return k;
}
int ftruncate(int fd, off_t length) { return shortened(fd, length); }
int ftruncate64(int fd, off64_t length) { return shortened(fd, length); }

static int synced(int fd, const char *name) {
  int (*real)(int) = dlsym(RTLD_NEXT, name);
  char path[LONGEST];
  if (!path_of(fd, path)) return real(fd);
  LOCK;
  struct stat seen;
  int k = counts(path) ? -1 : real(fd);
  int saved = errno;
  if (!k) record(!fstat(fd, &seen) && S_ISDIR(seen.st_mode) ? 'D' : 'S', path, 0, 0, 0);
  UNLOCK;
  errno = saved;
  return k;
}
int fsync(int fd) { return synced(fd, "fsync"); }
int fdatasync(int fd) { return synced(fd, "fdatasync"); }

int unlink(const char *path) {
  REAL(int, "unlink", const char *);
  if (!below_root(path)) return real(path);
  LOCK;
  int k = counts(path) ? -1 : real(path);
  int saved = errno;
  if (!k) record('U', path, 0, 0, 0);
  UNLOCK;
  errno = saved;
  return k;
}
int rename(const char *from, const char *to) {
  REAL(int, "rename", const char *, const char *);
  if (!below_root(from)) return real(from, to);
  LOCK;
  int k = counts(from) ? -1 : real(from, to);
  int saved = errno;
  if (!k) record('R', from, 0, to, strlen(to));
  UNLOCK;
  errno = saved;
  return k;
}
int mkdir(const char *path, mode_t mode) {
  REAL(int, "mkdir", const char *, mode_t);
  int k = real(path, mode);
  int saved = errno;
  if (!k && below_root(path)) {
    LOCK;
    record('M', path, 0, 0, 0);
    UNLOCK;
  }
  errno = saved;
  return k;
}

static int opened(int (*real)(const char *, int, ...), const char *path, int flags, mode_t mode) {
  if (!below_root(path)) return real(path, flags, mode);
  LOCK;
  if (ends(path, "/ARM")) armed = 1;
  int writes = (flags & O_ACCMODE) != O_RDONLY, fresh = (flags & O_CREAT) && access(path, F_OK) != 0;
  int saved = errno;
  int fd = fresh && counts(path) ? -1 : real(path, flags, mode);
  if (fd < 0) saved = errno;
  else if (fresh) record('C', path, 0, 0, 0);
  else if (writes) {
    record('O', path, 0, 0, 0);
    if (flags & O_TRUNC) record('T', path, 0, 0, 0);
  }
  UNLOCK;
  errno = saved;
  return fd;
}
#define OPENING(name) \
  int name(const char *path, int flags, ...) { \
    static int (*real)(const char *, int, ...) = 0; \
    if (!real) real = dlsym(RTLD_NEXT, #name); \
    mode_t mode = 0; \
    if (flags & (O_CREAT | O_TMPFILE)) { \
      va_list rest; \
      va_start(rest, flags); \
      mode = va_arg(rest, mode_t); \
      va_end(rest); \
    } \
    return opened(real, path, flags, mode); \
  }
OPENING(open)
OPENING(open64)
