import { expect, test } from 'vitest'
import { isMonospacedFont } from '../../src/model/monospaced-fonts.ts'

test('names of monospaced fonts, also of TeX', () => {
  for (const name of [
    'Courier-Bold',
    'DejaVuSansMono',
    'NimbusMonL-Regu',
    'CMTT10',
    'CMSLTT10',
    'SFTT1000',
    'ECTT1000',
  ])
    expect(isMonospacedFont(name), name).toBe(true)
  for (const name of ['NimbusRomNo9L-Regu', 'CMR10', 'TT1234o00', 'Garamond', 'SFRM1000'])
    expect(isMonospacedFont(name), name).toBe(false)
})
