// Three small sounds, made on the spot: dice on wood, a distant gun, a ship's bell. Off unless asked for.
import { preferences } from './settings.svelte';

let context: AudioContext | null = null;

function noise(audio: AudioContext, seconds: number): AudioBufferSourceNode {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let n = 0; n < data.length; n += 1) data[n] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  return source;
}

function burst(audio: AudioContext, at: number, seconds: number, pitch: number, loud: number, kind: BiquadFilterType): void {
  const source = noise(audio, seconds);
  const filter = audio.createBiquadFilter();
  filter.type = kind;
  filter.frequency.value = pitch;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
}

export function sound(what: 'dice' | 'gun' | 'bell'): void {
  if (!preferences.current.sound || typeof AudioContext === 'undefined') return;
  try {
    context ??= new AudioContext();
    const now = context.currentTime;
    if (what === 'dice') {
      for (let n = 0; n < 5; n += 1) burst(context, now + n * 0.07 + Math.random() * 0.03, 0.05, 1800 + n * 200, 0.25 - n * 0.03, 'bandpass');
    } else if (what === 'gun') {
      burst(context, now, 1.2, 130, 0.8, 'lowpass');
    } else {
      for (const [pitch, loud] of [[880, 0.12], [1760, 0.06], [2637, 0.03]] as const) {
        const bell = context.createOscillator();
        const gain = context.createGain();
        bell.frequency.value = pitch;
        gain.gain.setValueAtTime(loud, now);
        gain.gain.exponentialRampToValueAtTime(0.0005, now + 1.4);
        bell.connect(gain).connect(context.destination);
        bell.start(now);
        bell.stop(now + 1.5);
      }
    }
  } catch {
    // a browser that refuses sound plays on in silence
  }
}
