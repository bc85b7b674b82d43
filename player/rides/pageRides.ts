/** Rides on this screen: a kiosk that can be touched. Its riders' word on sound and light stands above content. */
import { toBase64Url } from '../../shared/contract/wire/bytes.ts';
import { readValue } from '../../shared/device/storage.ts';
import { randomBytes } from '../../shared/random.ts';
import { effectiveVolume } from '../app/displaySettings.ts';
import { onFault } from '../app/faults.ts';
import type { Player } from '../app/player.ts';
import type { DriverPlayer } from '../panels/driver.ts';
import { riderVolume, riderDim } from './controls.ts';
import type { Cabin } from './cabin.ts';
import { isKnown, watchPosition, type Fix } from './position.ts';
import { clearDestinationAfterRide } from './destination.ts';
import { createRides, type Rides } from './rides.ts';
import { createShift } from './shift.ts';

const ID_BYTES = 16;
/** Says nothing, not even when. */
const newId = () => toBase64Url(randomBytes(ID_BYTES));

/** Only where whoever answers for the screen allowed it: a place is a person's. */
async function watchPlace(
  { clock, db }: Pick<Player, 'clock' | 'db'>,
  rides: Rides,
): Promise<Cabin['place']> {
  let last: Fix | null = null;
  const place = () => (isKnown(last, clock.mono()) ? last : null);
  if (!(await readValue(db, 'place_allowed')) || !('geolocation' in navigator)) return place;
  watchPosition({
    clock,
    geolocation: navigator.geolocation,
    onFix(fix) {
      last = fix;
      rides.sign({ on: 'speed', kmh: fix.kmh });
    },
    onLost: () => rides.sign({ on: 'speed', kmh: null }),
  });
  return place;
}

type RidesPlayer = DriverPlayer & Pick<Player, 'content' | 'display' | 'moments' | 'time'>;

export async function startRides(player: RidesPlayer): Promise<void> {
  const { clock, content, db, time } = player;
  const screenVolume = () => effectiveVolume(player.display.local(), content.active()?.config?.volume ?? 0);
  const rides = createRides({ clock, newId, own: screenVolume });
  const isPlaying = () => !document.hidden && !!player.running()?.run.onScreen();
  const shift = await createShift({ db, clock, now: () => time.now(), isPlaying, onFault });
  rides.watch(({ wishes, quiet }) =>
    player.display.setRider({
      volume: volume => riderVolume(wishes, quiet, volume),
      dim: riderDim(wishes, quiet),
    }),
  );
  clearDestinationAfterRide(rides, player.facts);
  const place = await watchPlace(player, rides);
  player.moments.setPlace(place);
  (await import('./bar.ts')).showBar(player, { rides, shift, place });
}
