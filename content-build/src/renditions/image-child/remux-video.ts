/**
 * Writes a video anew around the packets it has: index first, no words, no other tracks, and of H.264 (ISO/IEC
 * 14496-15: units with their length in front) only what makes the picture. Messages (SEI), fillers and types
 * nobody has defined may hold anything, a drone's position too.
 */
import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathTarget,
  type InputAudioTrack,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { unreadable } from './image-types.ts';
import { cleanIndex } from './movie-index.ts';

/** Slices 1 to 5, parameter sets 7 and 8, delimiters 9 to 11, extension of a set 13 (H.264 table 7-1). */
const KEPT = new Set([1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 13]);
const SETS = { sps: 7, pps: 8 };

/** How many bytes say the length of a unit, from the decoder's configuration. */
export function lengthBytes(config: Uint8Array): number {
  return ((config[4] ?? 0) & 3) + 1;
}

/** One frame without the units that make no picture. Throws `RefusedFile` when it is damaged. */
export function pictureUnits(frame: Uint8Array, headBytes: number): Uint8Array {
  const kept: Uint8Array[] = [];
  const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
  for (let at = 0; at < bytes.length; ) {
    if (at + headBytes >= bytes.length) throw unreadable();
    const end = at + headBytes + bytes.readUIntBE(at, headBytes);
    if (end > bytes.length || end === at + headBytes) throw unreadable();
    if (KEPT.has((bytes[at + headBytes] ?? 0) & 31)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  if (kept.length === 0) throw unreadable();
  return Buffer.concat(kept);
}

/** The end of a list of parameter sets that begins at `at` with their number. */
function endOfSets(config: Buffer, at: number, count: number, type: number): number {
  let end = at;
  for (let i = 0; i < count; i++) {
    const length = end + 2 <= config.length ? config.readUInt16BE(end) : 0;
    if (length === 0 || end + 2 + length > config.length) throw unreadable();
    if (((config[end + 2] ?? 0) & 31) !== type) throw unreadable();
    end += 2 + length;
  }
  return end;
}

/** The decoder's configuration (avcC) and nothing behind it. Throws `RefusedFile` when it is damaged. */
export function plainConfig(sent: Uint8Array): Uint8Array {
  const config = Buffer.from(sent);
  if (config.length < 7) throw unreadable();
  const sps = endOfSets(config, 6, (config[5] ?? 0) & 31, SETS.sps);
  const end = endOfSets(config, sps + 1, config[sps] ?? 0, SETS.pps);
  // High profile says four bytes more: colour sampling and depth, and no further sets.
  const isHigh = config[1] === 100 && end + 4 <= config.length;
  if (!isHigh) return config.subarray(0, end);
  const depth = [config[end] ?? 0, config[end + 1] ?? 0, config[end + 2] ?? 0, 0];
  return Buffer.concat([config.subarray(0, end), Buffer.from(depth)]);
}

/** The decoder's configuration of a track. Throws `RefusedFile` when there is none. */
export async function configOf(video: InputVideoTrack) {
  const config = await video.getDecoderConfig();
  if (!(config?.description instanceof Uint8Array)) throw unreadable();
  return { ...config, description: config.description };
}

export interface Tracks {
  video: InputVideoTrack;
  audio: InputAudioTrack | null;
  /** Frames, and pieces of sound. */
  videoPackets: number;
  audioPackets: number;
}

interface Lane {
  packets: AsyncGenerator<EncodedPacket, void, unknown>;
  add: (packet: EncodedPacket) => Promise<void>;
}

async function videoLane(output: Output, { video, videoPackets }: Tracks): Promise<Lane> {
  const source = new EncodedVideoPacketSource('avc');
  const rotation = await video.getRotation();
  output.addVideoTrack(source, { rotation, maximumPacketCount: videoPackets });
  const config = await configOf(video);
  const headBytes = lengthBytes(config.description);
  const decoderConfig = { ...config, description: plainConfig(config.description) };
  return {
    packets: new EncodedPacketSink(video).packets(),
    add: (packet) =>
      source.add(packet.clone({ data: pictureUnits(packet.data, headBytes) }), { decoderConfig }),
  };
}

async function audioLane(output: Output, { audio, audioPackets }: Tracks): Promise<Lane[]> {
  if (!audio) return [];
  const source = new EncodedAudioPacketSource('aac');
  output.addAudioTrack(source, { maximumPacketCount: audioPackets });
  const decoderConfig = await audio.getDecoderConfig();
  if (!decoderConfig) throw unreadable();
  const add = (packet: EncodedPacket) => source.add(packet, { decoderConfig });
  return [{ packets: new EncodedPacketSink(audio).packets(), add }];
}

/** Writes the packets of all tracks in the order of their times, so that a player need not seek. */
async function interleave(lanes: Lane[]): Promise<void> {
  const waiting = new Map<Lane, EncodedPacket>();
  const step = async (lane: Lane) => {
    const { value } = await lane.packets.next();
    if (value) waiting.set(lane, value);
    else waiting.delete(lane);
  };
  for (const lane of lanes) await step(lane);
  while (waiting.size > 0) {
    const [first] = [...waiting].sort(([, a], [, b]) => a.timestamp - b.timestamp);
    if (!first) return;
    await first[0].add(first[1]);
    await step(first[0]);
  }
}

/** Writes the video to a path, streaming: memory stays small whatever its size. */
export async function remuxVideo(tracks: Tracks, file: string): Promise<void> {
  // Room for the index is kept in front: its size is known once all packets are written.
  const format = new Mp4OutputFormat({ fastStart: 'reserve' });
  const output = new Output({ format, target: new FilePathTarget(file) });
  const lanes = [await videoLane(output, tracks), ...(await audioLane(output, tracks))];
  try {
    await output.start();
    await interleave(lanes);
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
  await cleanIndex(file);
}
