/// What ThreadSanitizer is told: nothing to call, to link the target is all. Empty in any other build,
/// and on any other system.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer) && defined(__linux__)
#define GIVES_HINTS 1
#endif
#endif
