export type Point = readonly [x: number, y: number, corner?: 'corner' | undefined];
/** A cubic curve by its two ends and the two points that pull it. */
export type Curve = readonly [Point, Point, Point, Point];

/** A number rounded for a path. */
export function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function pair(x: number, y: number): string {
  return `${short(x)} ${short(y)}`;
}

export function shape(d: string, fill: string): string {
  return `<path d="${d}" fill="${fill}"/>`;
}

/** A shape with an edge of another ink. */
export function edged(d: string, fill: string, edge: string, width = 2): string {
  return `<path d="${d}" fill="${fill}" stroke="${edge}" stroke-width="${short(width)}" stroke-linejoin="round"/>`;
}

export function line(d: string, ink: string, width: number): string {
  return `<path d="${d}" fill="none" stroke="${ink}" stroke-width="${short(width)}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

export function disc(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}" fill="${fill}"/>`;
}

export function oval(x: number, y: number, rx: number, ry: number, fill: string, turn = 0): string {
  const turned = turn ? ` transform="rotate(${short(turn)} ${pair(x, y)})"` : '';
  return `<ellipse cx="${short(x)}" cy="${short(y)}" rx="${short(rx)}" ry="${short(ry)}" fill="${fill}"${turned}/>`;
}

export type Pose = { turn?: number; size?: number; flip?: boolean };

/** Puts a motif drawn around the origin somewhere on the card. */
export function at(x: number, y: number, motif: string, { turn = 0, size = 1, flip = false }: Pose = {}): string {
  const steps = [`translate(${pair(x, y)})`];
  if (turn) steps.push(`rotate(${short(turn)})`);
  if (flip) steps.push(`scale(${-size} ${size})`);
  else if (size !== 1) steps.push(`scale(${size})`);
  return `<g transform="${steps.join('')}">${motif}</g>`;
}

/** Draws the same thing several times, counting. */
export function times(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('');
}

/** Draws the same thing several times around the origin. */
export function around(count: number, motif: string, from = 0): string {
  return times(count, (index) => `<g transform="rotate(${short(from + (360 / count) * index)})">${motif}</g>`);
}

const RADIAN = Math.PI / 180;

/** The point at an angle and a distance from the origin; 0° is up. */
export function polar(angle: number, distance: number): Point {
  return [Math.sin(angle * RADIAN) * distance, -Math.cos(angle * RADIAN) * distance];
}

/** A scaled outline; it is written for a size of 1. */
export function scaled(d: string, size: number): string {
  return d.replace(/-?\d*\.?\d+/g, (value) => short(Number(value) * size));
}

/** An outline of absolute points, turned about the origin. */
export function turned(d: string, angle: number): string {
  const [sin, cos] = [Math.sin(angle * RADIAN), Math.cos(angle * RADIAN)];
  return d.replace(/(-?[\d.]+)[ ,](-?[\d.]+)/g, (_, x: string, y: string) =>
    pair(Number(x) * cos - Number(y) * sin, Number(x) * sin + Number(y) * cos),
  );
}

/** The same outline several times around the origin, as one path: a flower is then a few elements, not dozens. */
export function wreath(count: number, d: string, from = 0): string {
  return times(count, (index) => turned(d, from + (360 / count) * index));
}

/** Several discs as one path. */
export function spots(points: readonly Point[], radius: number): string {
  const r = short(radius);
  const half = (across: number) => `a${r} ${r} 0 1 0 ${short(across)} 0`;
  return points.map(([x, y]) => `M${pair(x - radius, y)}${half(radius * 2)}${half(-radius * 2)}Z`).join('');
}

/** A smooth line through points; a point marked `corner` keeps its edge. */
export function smooth(points: readonly Point[], closed = true): string {
  const count = points.length;
  const tangent = (index: number): [number, number] => {
    const here = points[index]!;
    if (here[2]) return [0, 0];
    const before = points[closed ? (index + count - 1) % count : Math.max(0, index - 1)]!;
    const after = points[closed ? (index + 1) % count : Math.min(count - 1, index + 1)]!;
    return [(after[0] - before[0]) / 6, (after[1] - before[1]) / 6];
  };
  const start = points[0]!;
  let d = `M${pair(start[0], start[1])}`;
  for (let index = 0; index < (closed ? count : count - 1); index += 1) {
    const next = (index + 1) % count;
    const a = points[index]!;
    const b = points[next]!;
    const [ax, ay] = tangent(index);
    const [bx, by] = tangent(next);
    d += `C${pair(a[0] + ax, a[1] + ay)} ${pair(b[0] - bx, b[1] - by)} ${pair(b[0], b[1])}`;
  }
  return closed ? `${d}Z` : d;
}

/** A curve as a path. */
export function sweep([a, b, c, d]: Curve): string {
  return `M${pair(a[0], a[1])}C${pair(b[0], b[1])} ${pair(c[0], c[1])} ${pair(d[0], d[1])}`;
}

/** The point at a part of the way along a curve, and the heading there (0° is up). */
export function along([a, b, c, d]: Curve, t: number): { x: number; y: number; heading: number } {
  const u = 1 - t;
  const mix = (i: 0 | 1) => u * u * u * a[i] + 3 * u * u * t * b[i] + 3 * u * t * t * c[i] + t * t * t * d[i];
  const slope = (i: 0 | 1) => 3 * u * u * (b[i] - a[i]) + 6 * u * t * (c[i] - b[i]) + 3 * t * t * (d[i] - c[i]);
  return { x: mix(0), y: mix(1), heading: Math.atan2(slope(0), -slope(1)) / RADIAN };
}

/** A brush stroke: a curve whose width goes through the given ones from end to end. */
export function brush(curve: Curve, widths: readonly number[], steps = 8): string {
  const left: Point[] = [];
  const right: Point[] = [];
  for (let step = 0; step <= steps; step += 1) {
    const t = step / steps;
    const { x, y, heading } = along(curve, t);
    const place = t * (widths.length - 1);
    const from = Math.min(widths.length - 2, Math.floor(place));
    const half = (widths[from]! + (widths[from + 1]! - widths[from]!) * (place - from)) / 2;
    const [dx, dy] = polar(heading + 90, half);
    const end = step === 0 || step === steps ? ('corner' as const) : undefined;
    left.push([x - dx, y - dy, end]);
    right.unshift([x + dx, y + dy, end]);
  }
  return smooth([...left, ...right]);
}

/** A leaf or petal standing on the origin and pointing up; `belly` is where it is widest. */
export function blade(length: number, width: number, belly = 0.45): string {
  const y = -length * belly;
  const w = width / 2;
  const up = `C${pair(w * 0.9, y * 0.35)} ${pair(w * 1.05, y * 1.35)} ${pair(0, -length)}`;
  const down = `C${pair(-w * 1.05, y * 1.35)} ${pair(-w * 0.9, y * 0.35)} 0 0`;
  return `M0 0${up}${down}Z`;
}

/** A drawing as a data URL. */
export function asAddress(svg: string): string {
  return `data:image/svg+xml,${svg.replace(/[%#<>"]/g, encodeURIComponent)}`;
}
