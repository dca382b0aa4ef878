def sleep(seconds):
    time.sleep(seconds)


compute = load_data = sleep  # work is a sleep here
