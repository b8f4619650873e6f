@rem npm runs scripts in cmd on Windows, which has no exec. They need it elsewhere, to get the signals that npm passes on.
@%*
