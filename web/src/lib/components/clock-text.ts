/** Seconds as a clock shows them: `4:05`, `1:02:00`. */
export function clockText(seconds: number): string {
  const whole = Math.ceil(seconds);
  const pad = (part: number) => String(part).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return hours ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}
