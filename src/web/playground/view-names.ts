/** Views of a result, in the order of their tabs. */
export const tabs = ['document', 'markdown', 'blocks', 'tables', 'figures', 'chunks', 'compare', 'code'] as const
export type Tab = (typeof tabs)[number]
