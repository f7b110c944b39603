import { type Mark, type Size, arrowLines, arrowStrokes, boxOf, thicknessIn, workingSize } from '#domain/files/marks.ts'
import { isMovingPng } from '#domain/files/moving-picture.ts'

/** A picture as the editor works on it. */
export interface OpenedPicture {
  readonly canvas: HTMLCanvasElement
  readonly type: 'image/png' | 'image/jpeg'
  /** Whether the picture was too large and has been made smaller. */
  readonly isReduced: boolean
  readonly isMoving: boolean
}

/** Opens a picture, upright whatever its camera noted. @throws if the browser cannot show it */
export async function openedPicture(bytes: Blob, type: OpenedPicture['type']): Promise<OpenedPicture> {
  const url = URL.createObjectURL(bytes)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const whole = { width: image.naturalWidth, height: image.naturalHeight }
    const size = workingSize(whole)
    const { canvas, context } = canvasOf(size)
    context.drawImage(image, 0, 0, size.width, size.height)
    return {
      canvas,
      type,
      isReduced: size.width < whole.width,
      isMoving: type === 'image/png' && isMovingPng(new Uint8Array(await bytes.arrayBuffer())),
    }
  } finally {
    URL.revokeObjectURL(url)
  }
}

/**
 * The picture with its marks, as a new file. It is encoded from the pixels alone, so it holds nothing of the covered
 * parts and none of the original's own data.
 * @throws NotSaved
 */
export async function markedFile(
  { canvas: base, type }: OpenedPicture,
  marks: readonly Mark[],
  { name, maxBytes }: { readonly name: string; readonly maxBytes: number },
): Promise<File> {
  const size = { width: base.width, height: base.height }
  const { canvas, context } = canvasOf(size)
  context.drawImage(base, 0, 0)
  const covers = marks.filter(({ kind }) => kind === 'cover')
  for (const mark of covers) cover(context, mark, size)
  if (!covers.every((mark) => isBlack(context, mark, size))) throw new NotSaved()
  for (const mark of marks) if (mark.kind === 'arrow') drawArrow(context, mark, size)
  for (const scale of [1, 0.75, 0.5, 0.35, 0.25]) {
    const drawn = scale === 1 ? canvas : scaled(canvas, scale)
    for (const quality of type === 'image/jpeg' ? [0.92, 0.8] : [1]) {
      const blob = await encoded(drawn, type, quality)
      if (blob.size <= maxBytes) return new File([blob], name, { type })
    }
  }
  throw new NotSaved()
}

/** The browser does not give out the drawn picture. */
export class NotSaved extends Error {}

function cover(context: CanvasRenderingContext2D, mark: Mark, size: Size): void {
  const { x, y, width, height } = boxOf(mark, size)
  context.fillStyle = '#000'
  context.fillRect(x, y, width, height)
}

function drawArrow(context: CanvasRenderingContext2D, mark: Mark, size: Size): void {
  const thickness = thicknessIn(size)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (const { colour, width } of arrowStrokes(thickness)) {
    context.strokeStyle = colour
    context.lineWidth = width
    context.beginPath()
    for (const line of arrowLines(mark, thickness)) {
      for (const [index, { x, y }] of line.entries()) {
        if (index === 0) context.moveTo(x, y)
        else context.lineTo(x, y)
      }
    }
    context.stroke()
  }
}

/**
 * Some browsers protect against fingerprinting: their canvas returns altered pixels. Such a picture must not be sent.
 */
const isBlack = (context: CanvasRenderingContext2D, mark: Mark, size: Size): boolean => {
  const { x, y } = boxOf(mark, size)
  return context.getImageData(x, y, 1, 1).data.join() === '0,0,0,255'
}

function scaled(canvas: HTMLCanvasElement, scale: number): HTMLCanvasElement {
  const small = canvasOf({ width: Math.ceil(canvas.width * scale), height: Math.ceil(canvas.height * scale) })
  small.context.drawImage(canvas, 0, 0, small.canvas.width, small.canvas.height)
  return small.canvas
}

const encoded = (canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob?.type === type ? resolve(blob) : reject(new NotSaved())), type, quality)
  })

function canvasOf({ width, height }: Size) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new NotSaved()
  return { canvas, context }
}
