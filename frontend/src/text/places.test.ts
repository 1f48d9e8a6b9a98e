import { expect, it } from "vitest";
import { latitudes, longitudes, place } from "./places";

it.each([
  [[110, 27, 126, 35], "27–35° N, 110–126° E"],
  [[-10, -5.25, 10, 5], "5.25° S – 5° N, 10° W – 10° E"],
  [[-60, -40, -50, -30], "40–30° S, 60–50° W"],
  [[0, 0, 20, 10], "0–10° N, 0–20° E"],
  [[170, 10, -170, 20], "10–20° N, 170° E – 170° W"],
])("%j is written %s", (region, written) => {
  expect(`${latitudes(region)}, ${longitudes(region)}`).toBe(written);
});

it.each([
  [29.54, 106.46, "29.5° N, 106.5° E"],
  [-33, -70.05, "33° S, 70.1° W"],
  [0, 180, "0°, 180° E"],
])("%f, %f is written %s", (latitude, longitude, written) => {
  expect(place(latitude, longitude)).toBe(written);
});
