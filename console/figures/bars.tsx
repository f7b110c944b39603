import { AxisBottom, AxisLeft } from '@visx/axis'
import { Group } from '@visx/group'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { useElementSize } from '@mantine/hooks'
import styles from './bars.module.css'

interface Props {
  /** The chart in words, for people who do not see it. */
  readonly label: string
  readonly bars: readonly { readonly key: string; readonly name: string; readonly value: number }[]
  readonly number: (value: number) => string
}

const LINE = styles.line ?? ''
const NAME = styles.name ?? ''
const HEIGHT = 220
const MARGIN = { top: 20, right: 4, bottom: 26, left: 34 }
/** Names closer together would touch. */
const NAME_WIDTH = 46

/** A bar for each value. This is a mere picture: the table beside it has the numbers and their links. */
export function Bars({ label, bars, number }: Props) {
  const { ref, width } = useElementSize()
  return (
    <div ref={ref} className={styles.frame}>
      {width > 0 && <Drawing label={label} bars={bars} number={number} width={width} />}
    </div>
  )
}

function Drawing({ label, bars, number, width }: Props & { width: number }) {
  const [inner, height] = [width - MARGIN.left - MARGIN.right, HEIGHT - MARGIN.top - MARGIN.bottom]
  const names = new Map(bars.map(({ key, name }) => [key, name]))
  const x = scaleBand({ domain: [...names.keys()], range: [0, inner], padding: 0.25 })
  const most = Math.max(4, ...bars.map(({ value }) => value))
  const y = scaleLinear({ domain: [0, most], range: [height, 0], nice: true })
  const every = Math.max(1, Math.ceil((bars.length * NAME_WIDTH) / inner))
  const named = [...names.keys()].filter((_, index) => index % every === 0)
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      width={width}
      height={HEIGHT}
      className={styles.chart}
    >
      <Group left={MARGIN.left} top={MARGIN.top}>
        <AxisLeft
          scale={y}
          numTicks={4}
          tickFormat={(value) => (Number.isInteger(Number(value)) ? number(Number(value)) : '')}
          hideAxisLine
          hideTicks
          tickLabelProps={{ className: NAME, dx: -4, dy: 4, textAnchor: 'end' }}
        />
        {bars.map(({ key, value }) => {
          const [left, top] = [x(key) ?? 0, y(value)]
          return (
            <g key={key}>
              <Bar x={left} y={top} width={x.bandwidth()} height={height - top} rx={2} className={styles.bar ?? ''} />
              {value > 0 && x.bandwidth() >= 18 && (
                <text x={left + x.bandwidth() / 2} y={top - 5} textAnchor="middle" className={styles.value}>
                  {number(value)}
                </text>
              )}
            </g>
          )
        })}
        <AxisBottom
          scale={x}
          top={height}
          tickValues={named}
          tickFormat={(key) => names.get(key) ?? ''}
          hideTicks
          axisLineClassName={LINE}
          tickLabelProps={{ className: NAME, textAnchor: 'middle' }}
        />
      </Group>
    </svg>
  )
}
