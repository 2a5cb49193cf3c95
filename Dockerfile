# The Office converter: `docker build --target office .`. Debian 13, because its LibreOffice (25.2) tags sheets too.
FROM node:24-trixie-slim AS office
RUN apt-get update \
  && apt-get install -y --no-install-recommends bubblewrap libreoffice-writer-nogui libreoffice-calc-nogui libreoffice-impress-nogui \
    fonts-liberation fonts-crosextra-carlito fonts-crosextra-caladea fonts-dejavu-core fonts-noto-cjk \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Not `npm ci`: it wants every platform's optional packages in the lockfile, and a mirror need not have them all.
RUN npm install --omit=dev --no-save && npm cache clean --force
COPY src ./src
USER node
ENV NODE_ENV=production HOST=0.0.0.0 OFFICE_PORT=3000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node"]
CMD ["src/runtime/office.node.ts"]

# Sheaf's service and its workers, in one image: `docker run … ` serves, `docker run … src/runtime/worker.node.ts` works.
FROM node:24-bookworm-slim AS service
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm install --omit=dev --no-save && npm cache clean --force
COPY src ./src
COPY wasm ./wasm
RUN mkdir /data && chown node:node /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 DATA_DIR=/data
VOLUME /data
EXPOSE 8787
# Exec form: signals reach the program, which ends what runs before it ends itself.
# Without the flag Node lets the main thread's young objects take 128 MiB on large machines.
ENTRYPOINT ["node", "--max-semi-space-size=8"]
CMD ["src/runtime/node.ts"]
