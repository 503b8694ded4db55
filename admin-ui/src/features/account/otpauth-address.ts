/** The address of the picture, for a link: the app on this very device opens it (spec §2). */
export function otpauthAddress(username: string, secret: string): string {
  const label = encodeURIComponent(username);
  return `otpauth://totp/Veldlicht:${label}?secret=${encodeURIComponent(secret)}&issuer=Veldlicht`;
}
