import { publicState } from '../jobs/api/response.ts'
import type { Task } from '../jobs/store/task-store.ts'
import { isoTime } from '../model/iso-time.ts'
import { snakeCaseKeys } from '../model/key-case.ts'

export function taskJson(task: Task): object {
  const { recordId, taskId, fileName, fileType, pagesDone, pagesTotal, pagesBilled, error, errorCode } = task
  return snakeCaseKeys({
    recordId,
    taskId,
    status: publicState(task),
    fileName,
    fileType,
    pagesDone,
    pagesTotal,
    pagesBilled,
    error,
    errorCode,
    callback: task.callbackState,
    createdAt: isoTime(task.createdAt),
    startedAt: isoTime(task.startedAt),
    finishedAt: isoTime(task.finishedAt),
    expiresAt: isoTime(task.expiresAt),
  })
}
