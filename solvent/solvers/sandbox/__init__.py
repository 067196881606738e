"""The sandbox: Linux kernel mechanisms by which a process restricts itself before it runs a program."""
