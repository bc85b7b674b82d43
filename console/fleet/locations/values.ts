/** The form of a location shows its place as one point on a map; the contract keeps three numbers. */
import * as z from 'zod/mini';
import { locationCreate, type Location } from '../../../shared/contract/fleet/location.ts';

const { lat, lng, radius_m, ...rest } = locationCreate.shape;
const point = z.strictObject({ lat, lng, radius_m });
export const RADIUS = { min: 25, max: 50_000 } as const;

export const locationForm = z.strictObject({ ...rest, point });

export const valuesOf = ({ lat: at, lng: by, radius_m: around, ...row }: Location) => ({
  ...row,
  point: { lat: at, lng: by, radius_m: around },
});
export const bodyOf = ({ point: place, ...values }: Partial<z.input<typeof locationForm>>) => ({
  ...values,
  ...place,
});
