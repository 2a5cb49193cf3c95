# Office converter: `docker build --target office .`. Uses Debian 13, because LibreOffice 25.2 also writes tags for spreadsheets.
FROM node:24-trixie-slim AS office
RUN apt-get update \
  && apt-get install -y --no-install-recommends bubblewrap libreoffice-writer-nogui libreoffice-calc-nogui libreoffice-impress-nogui \
    fonts-liberation fonts-crosextra-carlito fonts-crosextra-caladea fonts-dejavu-core fonts-noto-cjk \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Not `npm ci`, which requires the optional packages of all platforms; mirrors may lack some.
RUN npm install --omit=dev --no-save --ignore-scripts && npm cache clean --force
COPY src ./src
USER node
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

# Service and worker in one image: `docker run …` starts the service, `docker run … src/runtime/worker.node.ts` a worker.
FROM node:24-bookworm-slim AS service
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm install --omit=dev --no-save --ignore-scripts && npm cache clean --force
COPY src ./src
COPY wasm ./wasm
COPY --from=web /app/wasm/models/web ./wasm/models/web
RUN mkdir /data && chown node:node /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 DATA_DIR=/data
VOLUME /data
EXPOSE 8787
# Exec form, so that signals reach the program and it can stop gracefully.
# The young generation of the main thread can grow to 128 MiB on large machines, and each thread of V8's compilers keeps 10 MiB.
ENTRYPOINT ["node", "--import", "./src/runtime/enable-compile-cache.node.js", "--max-semi-space-size=8", "--v8-pool-size=1"]
CMD ["src/runtime/node.ts"]
