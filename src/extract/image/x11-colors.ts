/**
 * The colors that X11 knows by name → red, green and blue: the names of its `rgb.txt`, blanks and case aside, "gray" as "gray".
 * The numbered shades (`red1` to `red4`) are computed as X11's were, which meets them within eight of 255.
 */

/** Where X11 and CSS disagree (gray, green, maroon, purple) it is X11's. */
const names = `
aliceblue f0f8ff antiquewhite faebd7 aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4 black 000000 blanchedalmond ffebcd blue 0000ff
blueviolet 8a2be2 brown a52a2a burlywood deb887 cadetblue 5f9ea0 chartreuse 7fff00 chocolate d2691e coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc
cyan 00ffff darkblue 00008b darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkkhaki bdb76b darkmagenta 8b008b darkolivegreen
556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000 darksalmon e9967a darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f
darkturquoise 00ced1 darkviolet 9400d3 debianred d70751 deeppink ff1493 deepskyblue 00bfff dimgray 696969 dodgerblue 1e90ff firebrick b22222
floralwhite fffaf0 forestgreen 228b22 gainsboro dcdcdc ghostwhite f8f8ff gold ffd700 goldenrod daa520 gray bebebe green 00ff00 greenyellow adff2f
honeydew f0fff0 hotpink ff69b4 indianred cd5c5c ivory fffff0 khaki f0e68c lavender e6e6fa lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd
lightblue add8e6 lightcoral f08080 lightcyan e0ffff lightgoldenrod eedd82 lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90 lightpink
ffb6c1 lightsalmon ffa07a lightseagreen 20b2aa lightskyblue 87cefa lightslateblue 8470ff lightslategray 778899 lightsteelblue b0c4de lightyellow
ffffe0 limegreen 32cd32 linen faf0e6 magenta ff00ff maroon b03060 mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db
mediumseagreen 3cb371 mediumslateblue 7b68ee mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585 midnightblue 191970 mintcream
f5fffa mistyrose ffe4e1 moccasin ffe4b5 navajowhite ffdead navy 000080 navyblue 000080 oldlace fdf5e6 olivedrab 6b8e23 orange ffa500 orangered ff4500
orchid da70d6 palegoldenrod eee8aa palegreen 98fb98 paleturquoise afeeee palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink
ffc0cb plum dda0dd powderblue b0e0e6 purple a020f0 red ff0000 rosybrown bc8f8f royalblue 4169e1 saddlebrown 8b4513 salmon fa8072 sandybrown f4a460
seagreen 2e8b57 seashell fff5ee sienna a0522d skyblue 87ceeb slateblue 6a5acd slategray 708090 snow fffafa springgreen 00ff7f steelblue 4682b4 tan
d2b48c thistle d8bfd8 tomato ff6347 turquoise 40e0d0 violet ee82ee violetred d02090 wheat f5deb3 white ffffff whitesmoke f5f5f5 yellow ffff00
yellowgreen 9acd32
`

/** The first of four shades, where it is not the color of that name itself. */
const firstShades = `
antiquewhite ffefdb brown ff4040 burlywood ffd39b cadetblue 98f5ff chocolate ff7f24 coral ff7256 darkgoldenrod ffb90f darkolivegreen caff70 darkorange
ff7f00 darkorchid bf3eff darkseagreen c1ffc1 darkslategray 97ffff firebrick ff3030 goldenrod ffc125 hotpink ff6eb4 indianred ff6a6a khaki fff68f
lightblue bfefff lightgoldenrod ffec8b lightpink ffaeb9 lightskyblue b0e2ff lightsteelblue cae1ff maroon ff34b3 mediumorchid e066ff mediumpurple
ab82ff olivedrab c0ff3e orchid ff83fa palegreen 9aff9a paleturquoise bbffff palevioletred ff82ab pink ffb5c5 plum ffbbff purple 9b30ff rosybrown
ffc1c1 royalblue 4876ff salmon ff8c69 seagreen 54ff9f sienna ff8247 skyblue 87ceff slateblue 836fff slategray c6e2ff steelblue 63b8ff tan ffa54f
thistle ffe1ff turquoise 00f5ff violetred ff3e96 wheat ffe7ba
`

const colors = tableOf(names)
const shades = tableOf(firstShades)

/** Of the shades 1 to 4. */
const shadeFactors = [1, 0.932, 0.804, 0.548]

/** 0xrrggbb, or `null` for a name that X11 does not know. */
export function x11Color(name: string): number | null {
  const plain = name.toLowerCase().replace(/\s/g, '').replace('grey', 'gray')
  const known = colors.get(plain)
  if (known !== undefined) return known
  const [, base = '', number = ''] = /^([a-z]+)(\d{1,3})$/.exec(plain) ?? []
  if (number === '') return null
  if (base === 'gray') return Number(number) > 100 ? null : Math.floor(Number(number) * 2.55 + 0.5) * 0x010101
  const first = shades.get(base) ?? colors.get(base)
  const factor = shadeFactors[Number(number) - 1]
  if (first === undefined || factor === undefined) return null
  const shade = (shift: number): number => Math.floor(((first >> shift) & 255) * factor + 0.5) << shift
  return shade(16) | shade(8) | shade(0)
}

function tableOf(pairs: string): ReadonlyMap<string, number> {
  const words = pairs.trim().split(/\s+/)
  return new Map(
    Array.from({ length: words.length / 2 }, (_, index) => [
      words[2 * index]!,
      Number.parseInt(words[2 * index + 1]!, 16),
    ]),
  )
}
