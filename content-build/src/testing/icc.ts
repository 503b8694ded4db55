/** Colour spaces for tests by their primaries and gamma, and a profile put into a JPEG. */

export const DISPLAY_P3 = {
  rXYZ: [0.5151, 0.2412, -0.0011],
  gXYZ: [0.292, 0.6922, 0.0419],
  bXYZ: [0.1571, 0.0666, 0.7841],
  gamma: 2.2,
};
export const PROPHOTO = {
  rXYZ: [0.7977, 0.288, 0],
  gXYZ: [0.1352, 0.7119, 0],
  bXYZ: [0.0313, 0.0001, 0.8249],
  gamma: 1.8,
};
export const SRGB_PRIMARIES = {
  rXYZ: [0.4361, 0.2225, 0.0139],
  gXYZ: [0.3851, 0.7169, 0.0971],
  bXYZ: [0.1431, 0.0606, 0.7141],
  gamma: 2.2,
};

/** The JPEG with a profile put right after its start (one APP2 segment). */
export function spliceProfile(jpeg: Buffer, icc: Buffer): Buffer {
  const head = Buffer.from('\xff\xe2\0\0ICC_PROFILE\0\x01\x01', 'latin1');
  head.writeUInt16BE(icc.length + head.length - 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, icc, jpeg.subarray(2)]);
}
