/** Loudness and brightness of this screen, heard and seen while they are moved. */
import type { LocalSettings } from '../../shared/device/storage.ts';
import { BRIGHTEST, effectiveBrightness, DARKEST, effectiveVolume } from '../app/displaySettings.ts';
import { onFault } from '../app/faults.ts';
import type { Player } from '../app/player.ts';
import { el } from '../screens/dom.ts';
import type { Translate } from '../screens/texts.ts';

interface Slider {
  label: string;
  min: number;
  value: number;
  set: (value: number) => LocalSettings;
}

export function sliders(player: Pick<Player, 'display' | 'content'>, say: Translate): HTMLElement {
  const own = player.display.local();
  const config = player.content.active()?.config;
  const slider = ({ label, min, value, set }: Slider) => {
    const input = Object.assign(el('input', ''), { type: 'range', min: String(min), max: '100', step: '5' });
    const shown = el('output', '');
    const draw = () => (shown.textContent = `${input.value} %`);
    input.value = String(value);
    input.addEventListener('input', () => {
      draw();
      player.display.setLocal(set(input.valueAsNumber)).catch(onFault);
    });
    draw();
    return el('label', 'slider', el('span', '', label), input, shown);
  };
  const volume = config && {
    label: say('service.volume'),
    min: 0,
    value: effectiveVolume(own, config.volume),
    set: (value: number) => ({ volume: { value, over: config.volume } }),
  };
  const mode = player.content.active()?.config?.brightness ?? 'auto';
  const brightness = {
    label: say('service.brightness'),
    min: DARKEST,
    value: Math.min(BRIGHTEST, effectiveBrightness(own, mode)),
    set: (value: number) => ({ brightness: value, brightness_over: mode }),
  };
  return el('div', 'sliders', ...(volume ? [slider(volume)] : []), slider(brightness));
}
