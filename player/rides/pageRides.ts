/** Rides on this screen: a kiosk that can be touched. Its riders' word on sound and light stands above content. */
import { toBase64Url } from '../../shared/contract/wire/bytes.ts';
import { randomBytes } from '../../shared/random.ts';
import { effectiveVolume } from '../app/displaySettings.ts';
import { onFault } from '../app/faults.ts';
import type { Player } from '../app/player.ts';
import type { DriverPlayer } from '../panels/driver.ts';
import type { ScreenPlace } from '../place/screenPlace.ts';
import { riderVolume, riderDim } from './controls.ts';
import { clearDestinationAfterRide } from './destination.ts';
import { createLastingRides } from './lastingRides.ts';
import { createShift } from './shift.ts';

const ID_BYTES = 16;
/** Says nothing, not even when. */
const newId = () => toBase64Url(randomBytes(ID_BYTES));

type RidesPlayer = DriverPlayer & Pick<Player, 'content' | 'display' | 'moments' | 'time'>;

export async function startRides(player: RidesPlayer, place: ScreenPlace): Promise<void> {
  const { clock, content, db, time } = player;
  const screenVolume = () => effectiveVolume(player.display.local(), content.active()?.config?.volume ?? 0);
  const rides = await createLastingRides({
    ...{ db, clock, newId, own: screenVolume, onFault },
    now: () => time.knownNow(),
  });
  const isPlaying = () => !document.hidden && !!player.running()?.run.onScreen();
  const shift = await createShift({ db, clock, now: () => time.now(), isPlaying, onFault });
  rides.watch(({ wishes, quiet }) =>
    player.display.setRider({
      volume: volume => riderVolume(wishes, quiet, volume),
      dim: riderDim(wishes, quiet),
    }),
  );
  player.moments.setRide(() => rides.state().ride);
  clearDestinationAfterRide(rides, player.facts);
  place.onSpeed(kmh => rides.sign({ on: 'speed', kmh }));
  (await import('./bar.ts')).showBar(player, { rides, shift, place: place.fix });
}
