# Images: `docker build --target service .` (default), `--target worker`, `--target office`. All run as the user node (1000) with a read-only
# root: docker run --read-only --tmpfs /tmp -v sheaf:/data -p 8787:8787 IMAGE
# `sbom.cdx.json` in /app lists the packages (CycloneDX).

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Not `npm ci`, which requires the optional packages of all platforms; mirrors may lack some.
RUN npm install --omit=dev --no-save --ignore-scripts \
  && npm sbom --omit=dev --package-lock-only --sbom-format=cyclonedx > sbom.cdx.json \
  && rm -rf node_modules/onnxruntime-node/bin/*/darwin node_modules/onnxruntime-node/bin/*/win32 \
  && find node_modules/onnxruntime-node/bin -path '*/linux/*' -type d ! -name "$(node -p process.arch)" -exec rm -rf {} + \
  && find node_modules \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

# Office converter. Debian 13, because LibreOffice 25.2 also writes tags for spreadsheets.
FROM node:24-trixie-slim AS office
RUN apt-get update \
  && apt-get install -y --no-install-recommends bubblewrap libreoffice-writer-nogui libreoffice-calc-nogui libreoffice-impress-nogui \
    fonts-liberation fonts-crosextra-carlito fonts-crosextra-caladea fonts-dejavu-core fonts-noto-cjk \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=packages /app ./
COPY src ./src
USER 1000:1000
ENV NODE_ENV=production HOST=0.0.0.0 OFFICE_PORT=3000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node"]
CMD ["src/runtime/office.node.ts"]

# The web pages, built with the development packages.
FROM node:24-bookworm-slim AS web
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm install --no-save --ignore-scripts
COPY src ./src
RUN node src/web/build.node.ts

FROM node:24-bookworm-slim AS program
# The program needs no package managers.
RUN rm -rf /usr/local/lib/node_modules /opt/yarn* /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* \
  && mkdir /data && chown 1000:1000 /data && ln -s /app/src/cli/sheaf.js /usr/local/bin/sheaf
WORKDIR /app
COPY --from=packages /app ./
COPY src ./src
COPY wasm ./wasm
COPY --from=web /app/wasm/models/web ./wasm/models/web
USER 1000:1000
# The home folder holds Node's compile cache, which a read-only root cannot.
# Buffers of images are returned to the system: without a fixed limit, the C library keeps blocks of up to 32 MiB.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data HOME=/tmp MALLOC_MMAP_THRESHOLD_=1048576
VOLUME /data
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || process.env.METRICS_PORT}/livez`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Exec form, so that signals reach the program and it can stop gracefully.
# The young generation of the main thread can grow to 128 MiB on large machines, and each thread of V8's compilers keeps 10 MiB.
ENTRYPOINT ["node", "--import", "./src/runtime/enable-compile-cache.node.js", "--max-semi-space-size=8", "--v8-pool-size=1"]

FROM program AS worker
# Metrics and probes.
ENV METRICS_PORT=9464
EXPOSE 9464
CMD ["src/runtime/worker.node.ts"]

FROM program AS service
ENV PORT=8787
EXPOSE 8787
CMD ["src/runtime/node.ts"]
