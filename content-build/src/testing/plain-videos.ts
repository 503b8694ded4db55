/** Small videos made without ffmpeg: their frames show nothing, but stand in an MP4 as real ones do. */
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';

interface VideoOptions {
  seconds?: number;
  framesPerSecond?: number;
  /** Text of a message (SEI) in every frame. */
  message?: string;
  /** H.264 profile; 100 is High, 110 is ten bits. */
  profile?: number;
  /** `null`: nothing to see. */
  picture?: 'avc' | 'vp9' | null;
  sound?: 'aac' | 'opus' | null;
  rotation?: 0 | 90;
  /** Words beside the video, such as '©xyz' with a position. */
  words?: Record<string, string>;
  indexLast?: boolean;
}

/** Parameter sets of a real video of 640 × 360. */
const SPS = '6764001eacd940a02ff97011000003000100000300320f162d96';
const PPS = '68eae3cb22c0';

function avcConfig(profile: number): Buffer {
  const sps = Buffer.from(SPS, 'hex');
  const pps = Buffer.from(PPS, 'hex');
  sps[1] = profile;
  const size = (unit: Buffer) => Buffer.from([unit.length >> 8, unit.length & 255]);
  const head = Buffer.from([1, profile, 0, 30, 255, 225]);
  const tail = Buffer.from([253, 248, 248, 0]);
  return Buffer.concat([head, size(sps), sps, Buffer.from([1]), size(pps), pps, tail]);
}

/** A unit of H.264 with its length in front. */
export function unit(type: number, body: Buffer | string): Buffer {
  const bytes = Buffer.concat([Buffer.from([type]), Buffer.from(body as string, 'latin1')]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

function frame(isKey: boolean, message: string | undefined): Buffer {
  const slice = unit(isKey ? 0x65 : 0x41, Buffer.alloc(400, isKey ? 0x88 : 0x99));
  return message ? Buffer.concat([unit(0x06, message), slice]) : slice;
}

/** A video in an MP4; 3 seconds, 640 × 360, H.264 and AAC unless the options say otherwise. */
export async function plainVideo(options: VideoOptions = {}): Promise<Buffer> {
  const { seconds = 3, framesPerSecond = 10, profile = 100, picture = 'avc' } = options;
  const target = new BufferTarget();
  const fastStart = options.indexLast ? false : 'in-memory';
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart, metadataFormat: 'udta' }),
    target,
  });
  const video = picture && new EncodedVideoPacketSource(picture);
  if (video) output.addVideoTrack(video, { rotation: options.rotation ?? 0 });
  const sound = options.sound === undefined ? 'aac' : options.sound;
  const audio = sound && new EncodedAudioPacketSource(sound);
  if (audio) output.addAudioTrack(audio);
  if (options.words) output.setMetadataTags({ raw: options.words });
  await output.start();
  const size = { codedWidth: 640, codedHeight: 360 };
  const decoderConfig =
    picture === 'avc'
      ? { codec: `avc1.${profile.toString(16)}001e`, description: avcConfig(profile), ...size }
      : { codec: 'vp09.00.10.08', ...size };
  const tone = { sampleRate: 48_000, numberOfChannels: 2 };
  const audioConfig =
    sound === 'aac'
      ? { codec: 'mp4a.40.2', description: Buffer.from([0x11, 0x90]), ...tone }
      : { codec: 'opus', ...tone };
  for (let i = 0; i < seconds * framesPerSecond; i++) {
    const isKey = i % framesPerSecond === 0;
    const [time, length] = [i / framesPerSecond, 1 / framesPerSecond];
    const type = isKey ? 'key' : 'delta';
    const data = frame(isKey, options.message);
    await video?.add(new EncodedPacket(data, type, time, length), { decoderConfig });
    const heard = new EncodedPacket(Buffer.alloc(60, 0x21), 'key', time, length);
    await audio?.add(heard, { decoderConfig: audioConfig });
  }
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}

/** Runs work that starts programs as on a machine without ffmpeg: they find nothing. */
export async function withoutFfmpeg<T>(work: () => T | Promise<T>): Promise<T> {
  const { PATH } = process.env;
  process.env.PATH = '/nonexistent';
  try {
    return await work();
  } finally {
    process.env.PATH = PATH;
  }
}
