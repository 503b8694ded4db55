/** Writes a film anew around the packets it has: index first, no words, no other tracks. */
import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathTarget,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { blankTimes, editIndex } from './film-boxes.ts';
import { lengthBytes, pictureUnits, plainConfig } from './h264-units.ts';
import { unreadable } from './image-types.ts';
import { blankWords } from './iso-boxes.ts';
import type { PlainFilm } from './plain-film.ts';

interface Track {
  packets: AsyncGenerator<EncodedPacket, void, unknown>;
  next: EncodedPacket | null;
  add: (packet: EncodedPacket) => Promise<void>;
}

async function step(track: Track): Promise<void> {
  const { value, done } = await track.packets.next();
  track.next = done ? null : value;
}

/** Writes the packets of all tracks in the order of their times, so that a player need not seek. */
async function interleave(tracks: Track[]): Promise<void> {
  for (const track of tracks) await step(track);
  for (;;) {
    const waiting = tracks.filter(({ next }) => next !== null);
    const [first, ...others] = waiting;
    if (!first) return;
    const time = ({ next }: Track) => next?.timestamp ?? 0;
    const track = others.reduce((least, one) => (time(one) < time(least) ? one : least), first);
    if (track.next) await track.add(track.next);
    await step(track);
  }
}

async function videoTrack(output: Output, { video, videoPackets }: PlainFilm): Promise<Track> {
  const source = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(source, {
    rotation: await video.getRotation(),
    maximumPacketCount: videoPackets,
  });
  const config = await video.getDecoderConfig();
  if (!(config?.description instanceof Uint8Array)) throw unreadable();
  const headBytes = lengthBytes(config.description);
  const decoderConfig = { ...config, description: plainConfig(config.description) };
  return {
    packets: new EncodedPacketSink(video).packets(),
    next: null,
    add: (packet) =>
      source.add(packet.clone({ data: pictureUnits(packet.data, headBytes) }), { decoderConfig }),
  };
}

async function audioTrack(output: Output, { audio, audioPackets }: PlainFilm): Promise<Track[]> {
  if (!audio) return [];
  const source = new EncodedAudioPacketSource('aac');
  output.addAudioTrack(source, { maximumPacketCount: audioPackets });
  const decoderConfig = await audio.getDecoderConfig();
  if (!decoderConfig) throw unreadable();
  const add = (packet: EncodedPacket) => source.add(packet, { decoderConfig });
  return [{ packets: new EncodedPacketSink(audio).packets(), next: null, add }];
}

/** Writes the film to a path, streaming: memory stays small whatever its size. */
export async function remuxFilm(film: PlainFilm, file: string): Promise<void> {
  // Room for the index is kept in front: its size is known once all packets are written.
  const format = new Mp4OutputFormat({ fastStart: 'reserve' });
  const output = new Output({ format, target: new FilePathTarget(file) });
  const tracks = [await videoTrack(output, film), ...(await audioTrack(output, film))];
  try {
    await output.start();
    await interleave(tracks);
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
  await editIndex(file, (moov) => {
    blankWords(moov);
    blankTimes(moov);
  });
}
