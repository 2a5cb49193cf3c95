import { expect, test } from 'vitest'
import { isBoldFont, isItalicFont, isMonospacedFont } from '../../src/model/font-names.ts'

const kinds = [
  {
    kind: 'monospaced',
    test: isMonospacedFont,
    names: ['Courier-Bold', 'DejaVuSansMono', 'NimbusMonL-Regu', 'CMTT10', 'CMSLTT10', 'SFTT1000', 'ECTT1000'],
    others: ['NimbusRomNo9L-Regu', 'CMR10', 'TT1234o00', 'Garamond', 'SFRM1000'],
  },
  {
    kind: 'bold',
    test: isBoldFont,
    names: [
      ...[
        'Arial-BoldMT',
        'Roboto-Black',
        'URWGothicL-Demi',
        'Univers Bd',
        'MinionPro-BdIt',
        'TimesNewRoman,B',
        'Garamond-BI',
      ],
      ...['CMBX12', 'CMSSBX10', 'CMB10', 'SFBX1000', 'ECBX1200', 'SFSSBX10'],
    ],
    others: ['SourceHanSans-DemiLight', 'Helvetica', 'MinionPro-It', 'CMR10', 'SFRM1000', 'Times-Italic'],
  },
  {
    kind: 'italic',
    test: isItalicFont,
    names: [
      ...['Times-Italic', 'Helvetica-Oblique', 'TimesNewRoman-I', 'MinionPro-It', 'MinionPro-BdIt', 'Garamond-BI'],
      ...['CMTI10', 'CMSL10', 'CMBXTI10', 'CMSSI10', 'SFTI1000', 'ECSL1000'],
    ],
    others: ['Helvetica', 'CMR10', 'CMSS10', 'SFRM1000', 'MinionPro-Bd', 'Bodoni-B', 'PerfecTimes'],
  },
]

test.each(kinds)('names of $kind fonts, also of TeX', ({ test: isStyle, names, others }) => {
  expect(names.filter((name) => !isStyle(name))).toEqual([])
  expect(others.filter((name) => isStyle(name))).toEqual([])
})
