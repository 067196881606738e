"""What a program may do while it runs: layers of the Linux kernel, put on by the process itself."""
