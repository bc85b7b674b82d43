/** Two tones, once. A browser that allows no sound stays silent: the alert is on the screen all the same. */
const TONES_HZ = [880, 660];
const TONE_S = 0.6;
const LOUDNESS = 0.6;

export async function chime(): Promise<void> {
  const context = new AudioContext();
  const gain = new GainNode(context, { gain: LOUDNESS });
  gain.connect(context.destination);
  const ends = TONES_HZ.map((frequency, n) => {
    const tone = new OscillatorNode(context, { frequency });
    tone.connect(gain);
    tone.start(context.currentTime + n * TONE_S);
    tone.stop(context.currentTime + (n + 1) * TONE_S);
    return new Promise(done => tone.addEventListener('ended', done));
  });
  await context.resume();
  await Promise.all(ends);
  await context.close();
}
