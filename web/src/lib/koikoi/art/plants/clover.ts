import { along, at, type Curve, edged, line, scaled, shape, sweep, times, turned } from '../../../drawing/pen.ts';
import { INK } from '../ink.ts';

/** Three round leaflets on a short stalk. */
function trefoil(size: number): string {
  const leaflet = scaled('M0 -.2C.48 -.2 .48 -1.28 0 -1.28C-.48 -1.28 -.48 -.2 0 -.2Z', size);
  const vein = scaled('M0 -.3L0 -1.05', size);
  const thrice = (d: string) => turned(d, -66) + turned(d, 66) + d;
  return shape(thrice(leaflet), INK.pine) + line(thrice(vein), INK.sage, 0.9);
}

const PEA =
  'M0 0C.12 -.07 .62 -.22 .75 -.4C.88 -.58 .89 -.95 .8 -1.1C.71 -1.25 .33 -1.31 .2 -1.3C.07 -1.29 0 -1.05 0 -1.05' +
  'C0 -1.05 -.07 -1.29 -.2 -1.3C-.33 -1.31 -.71 -1.25 -.8 -1.1C-.89 -.95 -.88 -.58 -.75 -.4C-.62 -.22 -.12 -.07 0 0Z';

/** A small pea flower. */
function pea(size: number): string {
  return (
    edged(scaled(PEA, size), INK.vermilion, INK.paper, 1.5) +
    shape(scaled('M0 .15C.06 .07 .34 -.19 .34 -.35C.34 -.51 0 -.8 0 -.8C0 -.8 -.34 -.51 -.34 -.35C-.34 -.19 -.06 .07 0 .15Z', size), INK.blush)
  );
}

/** An arching spray: leaves along the stem, flowers towards its tip. */
function spray(curve: Curve, leaves = 5, flowers = 5, size = 25): string {
  return (
    line(sweep(curve), INK.earth, 3) +
    times(leaves, (index) => {
      const { x, y, heading } = along(curve, 0.12 + (index / leaves) * 0.8);
      return at(x, y, trefoil(size * (1 - 0.05 * index)), { turn: heading + (index % 2 ? 58 : -58) });
    }) +
    times(flowers, (index) => {
      const { x, y, heading } = along(curve, 0.42 + (index / flowers) * 0.6);
      return at(x, y, pea(13 - index * 0.7), { turn: heading + (index % 2 ? -64 : 64) });
    })
  );
}

export function fountain(): string {
  return (
    spray([[98, 330], [98, 230], [92, 130], [96, 50]], 5, 6) +
    spray([[96, 330], [90, 220], [66, 130], [22, 118]], 5, 6) +
    spray([[104, 330], [108, 200], [136, 96], [180, 96]], 5, 6) +
    spray([[106, 330], [124, 250], [150, 210], [186, 214]], 4, 5) +
    spray([[92, 330], [76, 280], [48, 236], [14, 238]], 4, 5)
  );
}

export function leaning(): string {
  return (
    spray([[14, 330], [16, 220], [30, 130], [66, 70]], 5, 5) +
    spray([[20, 330], [34, 200], [92, 90], [172, 76]], 6, 7) +
    spray([[24, 330], [60, 244], [114, 178], [184, 166]], 6, 6) +
    spray([[30, 330], [84, 290], [124, 254], [188, 256]], 5, 5)
  );
}

/** Sprays that arch over from above the boar. */
export function roof(): string {
  return (
    spray([[-8, 270], [2, 150], [30, 70], [92, 44]], 6, 6) +
    spray([[208, 270], [204, 170], [184, 90], [136, 60]], 6, 5) +
    spray([[-8, 240], [0, 120], [20, 40], [60, 20]], 5, 4) +
    spray([[208, 230], [204, 120], [190, 50], [168, 26]], 5, 4) +
    spray([[-8, 280], [10, 180], [70, 108], [140, 122]], 6, 6) +
    spray([[208, 290], [196, 190], [160, 150], [100, 176]], 5, 5)
  );
}

export function beside(): string {
  return (
    spray([[184, 330], [192, 230], [184, 150], [150, 84]], 5, 5) +
    spray([[178, 330], [174, 200], [124, 106], [40, 100]], 6, 6) +
    spray([[174, 330], [150, 250], [90, 190], [18, 194]], 6, 6) +
    spray([[170, 330], [120, 290], [70, 262], [16, 274]], 5, 5)
  );
}
