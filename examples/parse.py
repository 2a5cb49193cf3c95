"""usage: SHEAF_URL=http://127.0.0.1:8787 SHEAF_KEY=sk-… python3 parse.py report.pdf

Submits a task, waits for it, and prints the Markdown. Needs only the standard library.
"""
import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid


def form(fields, path=None):
    """Returns the body of a multipart form and its content type."""
    boundary = uuid.uuid4().hex
    lines = []
    for name, value in fields.items():
        lines.append(f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode())
    if path is not None:
        name = urllib.request.quote(os.path.basename(path))
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
        with open(path, "rb") as file:
            lines += [head.encode(), file.read(), b"\r\n"]
    lines.append(f"--{boundary}--\r\n".encode())
    return b"".join(lines), f"multipart/form-data; boundary={boundary}"


def call(route, fields, path=None):
    """Returns the response body. Waits while the service is busy (1124)."""
    body, content_type = form({"api_key": os.environ["SHEAF_KEY"], **fields}, path)
    url = f"{os.environ['SHEAF_URL']}/api/v1/parse/{route}"
    while True:
        request = urllib.request.Request(url, body, {"Content-Type": content_type})
        try:
            response = urllib.request.urlopen(request, timeout=60)
        except urllib.error.HTTPError as error:  # ERROR_HTTP_STATUS=semantic
            response = error
        with response:
            result = json.load(response)
        if result["code"] == 0:
            return result
        if result["code"] != 1124:
            sys.exit(f"{result['code']} {result['message']}")
        time.sleep(int(response.headers.get("Retry-After", 2)))


task = call("async", {"output_formats": "markdown", "dedupe": "true"}, sys.argv[1])["data"]["task_id"]
while True:
    data = call("async_check", {"task_id": task})["data"]
    if data["status"] == "FAILED":
        sys.exit(data["message"])
    if data["result"] is not None:
        sys.stdout.buffer.write(data["result"]["outputs"]["markdown"].encode())
        break
    time.sleep(0.5)
