import { attribute, type Element } from '../../../xml/tree.ts'

/** Property of Word, which is on without a value (ECMA-376 part 1, 22.9.2.7). */
export function isOn(property: Element | undefined, name = 'w:val'): boolean {
  return property !== undefined && isOnValue(attribute(property, name))
}

export function isOnValue(value = '1'): boolean {
  return value !== '0' && value !== 'false' && value !== 'off'
}

export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}
