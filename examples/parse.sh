#!/bin/sh
# usage: SHEAF_URL=http://127.0.0.1:8787 SHEAF_KEY=sk-… sh parse.sh report.pdf
# Prints the response as JSON: the Markdown is in data.result.outputs.markdown.
set -eu
curl -sS --fail-with-body \
  -F api_key="$SHEAF_KEY" \
  -F output_formats=markdown \
  -F file=@"$1" \
  "$SHEAF_URL/api/v1/parse/sync"
