const hemisphere = (value: number, positive: string, negative: string): string =>
  value === 0 ? "" : value > 0 ? positive : negative;

function side(first: number, last: number, positive: string, negative: string): string {
  const [one, two] = [hemisphere(first, positive, negative), hemisphere(last, positive, negative)];
  const number = (value: number) => String(Math.round(Math.abs(value) * 100) / 100);
  const letter = (sign: string) => (sign ? `° ${sign}` : "°");
  if (one === two || one === "") return `${number(first)}–${number(last)}${letter(two)}`;
  if (two === "") return `${number(first)}${letter(one)} – ${number(last)}°`;
  return `${number(first)}${letter(one)} – ${number(last)}${letter(two)}`;
}

/** The latitudes of a region `[west, south, east, north]` in degrees, as `27–35° N`. */
export const latitudes = ([, south = 0, , north = 0]: readonly number[]): string =>
  side(south, north, "N", "S");

/** Its longitudes, as `110–126° E`. */
export const longitudes = ([west = 0, , east = 0]: readonly number[]): string =>
  side(west, east, "E", "W");

function degrees(value: number, positive: string, negative: string): string {
  const sign = hemisphere(value, positive, negative);
  return `${Math.round(Math.abs(value) * 10) / 10}°${sign && ` ${sign}`}`;
}

/** A place: `29.5° N, 106.5° E`. */
export const place = (latitude: number, longitude: number): string =>
  `${degrees(latitude, "N", "S")}, ${degrees(longitude, "E", "W")}`;
