import { createWarningTranslation } from './warnings.ts'
import warnings from './warnings.zh-CN.json'

export { default as messages } from './zh-CN.json'
export const translateWarning = createWarningTranslation(warnings)
