/** Decorative icons of 20 × 20 pixels; their button has the accessible name. */
const paths = {
  upload: 'M10 13V3m0 0L6 7m4-4 4 4M3 13v2a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-2',
  download: 'M10 3v10m0 0 4-4m-4 4-4-4M3 15v2h14v-2',
  copy: 'M7 7V4a1 1 0 0 1 1-1h8a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-3M4 7h8a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1Z',
  check: 'm4 10.500 4 4 8-9',
  close: 'm5 5 10 10M15 5 5 15',
  key: 'M12.500 11.500a4 4 0 1 0-4-4c0 .5.1 1 .3 1.500L3 14.800V17h2.500v-2H8v-2.500l1.200-1.200c.9.1 2.200.2 3.300.2ZM13.500 6.500h.01',
  plus: 'M10 4v12M4 10h12',
  minus: 'M4 10h12',
  up: 'm5 12.500 5-5 5 5',
  down: 'm5 7.500 5 5 5-5',
  search: 'M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12Zm4.500-1.500L17 17',
  panel: 'M4 3h12a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1Zm4 0v14',
  outline: 'M3 4.500h14M6 8.200h11M6 11.800h11M9 15.500h8',
  sliders: 'M3 6h8m4 0h2M3 14h2m4 0h8M13 4v4M7 12v4',
  keyboard:
    'M3 5h14a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1Zm2 3h.01M8 8h.01M11 8h.01M14 8h.01M6 12h8',
  retry: 'M4 10a6 6 0 0 1 10.500-4L17 8.500M17 4v4.500h-4.500M16 10a6 6 0 0 1-10.500 4L3 11.500',
  together:
    'M6 3v14m0 0-2.500-2.500M6 17l2.500-2.500M6 3 3.500 5.500M6 3l2.500 2.500M14 3v14m0 0-2.500-2.500M14 17l2.500-2.500M14 3l-2.500 2.500M14 3l2.500 2.500',
  rotate: 'M15.500 11.500a6 6 0 1 1-1.300-5.700L17 8.500M17 4v4.500h-4.500',
  link: 'M8.500 11.500a3 3 0 0 0 4.200 0l2.600-2.600a3 3 0 0 0-4.200-4.200l-1 1M11.500 8.500a3 3 0 0 0-4.200 0l-2.600 2.600a3 3 0 0 0 4.200 4.200l1-1',
  file: 'M5 3h6l4 4v10H5V3Zm6 0v4h4',
} as const

/** The same as `samples/icon.svg`. */
export function Logo() {
  return (
    <svg
      viewBox="0 0 32 32"
      width="24"
      height="24"
      aria-hidden="true"
      focusable="false"
      fill="none"
      stroke-linecap="round"
    >
      <rect width="32" height="32" rx="7" fill="#2f5d50" />
      <path d="M9 23c2-6 3-10 3.500-15M16 24V7M23 23c-2-6-3-10-3.500-15" stroke="#f4e4b0" stroke-width="2.600" />
      <path d="M9 17.500c4 2 10 2 14 0" stroke="#fff" stroke-width="2.800" />
    </svg>
  )
}

export type IconName = keyof typeof paths

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}
