import { along, at, brush, type Curve, line, polar, shape, short, sweep, times } from '../../../drawing/pen.ts';
import { INK } from '../ink.ts';

/** A plume of pampas: fine rays that all hang to the side the wind goes. */
function plume(length: number, ink: string): string {
  const spine: Curve = [[0, 0], [2, -length * 0.4], [length * 0.14, -length * 0.8], [length * 0.42, -length]];
  const rays = times(13, (index) => {
    const { x, y, heading } = along(spine, 0.06 + index * 0.073);
    const reach = length * (0.46 - 0.016 * index);
    const draw = (turn: number) => {
      const [dx, dy] = polar(heading + turn, reach);
      const [cx, cy] = polar(heading + turn * 0.35, reach * 0.6);
      return `M${short(x)} ${short(y)}q${short(cx)} ${short(cy)} ${short(dx)} ${short(dy)}`;
    };
    return draw(40) + (index % 2 ? draw(-30) : '');
  });
  return line(rays, ink, 3) + line(sweep(spine), ink, 3);
}

const reed = (curve: Curve, ink: string, length: number, flip = false) => {
  const tip = along(curve, 1);
  return line(sweep(curve), ink, 3) + at(tip.x, tip.y, plume(length, ink), { turn: tip.heading, flip });
};

const grass = (curve: Curve, ink: string, width = 5) => shape(brush(curve, [width, width * 0.9, width * 0.5, 0.4]), ink);

/** Grass drawn on the hill by knocking it out of the black. */
function hillGrass(top: number): string {
  const crest = (x: number) => top + 0.0078 * (x - 104) ** 2;
  return times(19, (index) => {
    const x = 6 + index * 10.4;
    const base = crest(x) + 46 + (index % 3) * 22;
    const lean = (x - 100) * 0.16 + (index % 2 ? 12 : -10);
    return line(`M${short(x)} ${short(base)}q${short(lean * 0.1)} ${short(-24)} ${short(lean)} ${short(-36)}`, INK.straw, 1.7);
  });
}

/** The hill of Musashino, round against the sky. */
export function hill(top: number): string {
  const round = `M-10 330V${top + 74}C30 ${top + 10} 64 ${top} 104 ${top}S176 ${top + 24} 210 ${top + 92}V330Z`;
  return shape(round, INK.sumi) + hillGrass(top);
}

/** Pampas standing on the crest of the hill. */
export function crestReeds(top: number, ink: string): string {
  return (
    grass([[60, top + 40], [52, top], [40, top - 20], [14, top - 22]], ink) +
    grass([[130, top + 30], [140, top - 10], [156, top - 24], [186, top - 16]], ink) +
    reed([[70, top + 40], [64, top], [56, top - 24], [44, top - 44]], ink, 46, true) +
    reed([[92, top + 30], [94, top], [98, top - 34], [108, top - 62]], ink, 54) +
    reed([[122, top + 30], [130, top], [140, top - 16], [154, top - 28]], ink, 42)
  );
}

/** Only grass on the crest, under a sky that is full. */
export function crestGrass(top: number, ink: string): string {
  return (
    grass([[66, top + 40], [58, top], [44, top - 24], [14, top - 26]], ink) +
    grass([[84, top + 30], [82, top], [74, top - 28], [56, top - 46]], ink) +
    grass([[104, top + 30], [108, top], [114, top - 28], [130, top - 50]], ink) +
    grass([[132, top + 30], [142, top - 6], [158, top - 24], [188, top - 20]], ink)
  );
}

export function tall(): string {
  return (
    hill(206) +
    grass([[70, 240], [60, 180], [44, 150], [14, 146]], INK.pine) +
    grass([[120, 230], [134, 176], [156, 150], [188, 156]], INK.pine) +
    grass([[96, 226], [90, 170], [84, 130], [60, 96]], INK.pine, 4) +
    reed([[78, 236], [70, 180], [60, 140], [44, 112]], INK.gold, 60, true) +
    reed([[100, 230], [100, 160], [106, 110], [118, 74]], INK.gold, 66) +
    reed([[128, 236], [136, 190], [146, 160], [162, 140]], INK.gold, 52)
  );
}

export function windy(): string {
  return (
    hill(220) +
    grass([[60, 260], [66, 200], [90, 160], [130, 150]], INK.pine) +
    grass([[120, 240], [124, 200], [146, 170], [186, 170]], INK.pine) +
    grass([[40, 270], [30, 220], [26, 190], [34, 150]], INK.pine, 4) +
    reed([[50, 262], [52, 200], [64, 150], [84, 116]], INK.gold, 62) +
    reed([[86, 246], [88, 190], [104, 150], [128, 126]], INK.gold, 58) +
    reed([[30, 270], [26, 200], [28, 140], [40, 90]], INK.gold, 60) +
    reed([[126, 250], [130, 220], [142, 204], [156, 194]], INK.gold, 44)
  );
}
