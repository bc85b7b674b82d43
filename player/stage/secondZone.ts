/** The second zone of a parted screen: a stage and a playback of its own. It is fetched once a document parts the screen. */
import type { Layout } from '../../shared/playout/zones.ts';
import type { Playback } from '../engine/playback.ts';
import { createStage, type Stage, type StagePorts, type StageSettings } from './stage.ts';

export interface SecondZonePorts {
  /** Of the whole screen. */
  screen: HTMLElement;
  layout: Layout;
  stage: Omit<StagePorts, 'root' | 'onBroken'>;
  settings: () => StageSettings;
  play: (stage: Stage, layout: Layout) => Playback;
}

/** It prepares its first item at once, and shows and records none before it is revealed. */
export function createSecondZone({ screen, layout, stage: ports, settings, play }: SecondZonePorts) {
  const root = screen.appendChild(document.createElement('div'));
  root.className = 'second';
  root.dataset['zone'] = layout;
  const ground = screen.ownerDocument.getElementById('ground');
  const stage = createStage({ ...ports, root, onBroken: reason => run.tell({ on: 'broken', reason }) });
  /** Sound comes from the main zone alone. */
  const applySettings = () => stage.setSettings({ ...settings(), volume: 0, layout: 'full' });
  applySettings();
  const run = play(stage, layout);
  let isRevealed = false;
  run.tell({ on: 'tick' });

  return {
    layout,
    run,
    applySettings,
    setVisible(isVisible: boolean) {
      if (isRevealed) run.setVisible(isVisible);
    },
    /** Safe to ask for again. */
    reveal(isVisible: boolean) {
      if (isRevealed) return;
      isRevealed = true;
      root.dataset['revealed'] = '';
      /** What lies beneath the stage keeps to the main zone. */
      if (ground) ground.dataset['second'] = layout;
      run.setVisible(isVisible);
    },
    end() {
      run.tell({ on: 'end' });
      stage.clear();
      root.remove();
      if (ground?.dataset['second'] === layout) delete ground.dataset['second'];
    },
  };
}
export type SecondZone = ReturnType<typeof createSecondZone>;
