def attempt(f, *args, **kwargs):
    try:
        f(*args, **kwargs)
    except Exception as error:
        error.type, error.message = type(error).__name__, str(error)
        return error
