# Sheaf's service and its workers, in one image: `docker run … ` serves, `docker run … src/runtime/worker.node.ts` works.
FROM node:24-bookworm-slim
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev && npm cache clean --force
COPY src ./src
COPY wasm ./wasm
RUN mkdir /data && chown node:node /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 DATA_DIR=/data
VOLUME /data
EXPOSE 8787
# Exec form: signals reach the program, which ends what runs before it ends itself.
ENTRYPOINT ["node"]
CMD ["src/runtime/node.ts"]
