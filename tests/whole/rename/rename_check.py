def main_check(root, old, new): return 1
