export interface Size {
	readonly width: number;
	readonly height: number;
}

interface Bounds extends Size {
	readonly x: number;
	readonly y: number;
}

export function fitInto(wanted: Size, area: Size): Size {
	return { width: Math.min(wanted.width, area.width), height: Math.min(wanted.height, area.height) };
}

/** Returns bounds of the wanted size with the same center, moved only as far as needed to fit the screen. */
export function grownBounds(from: Bounds, wanted: Size, area: Bounds): Bounds {
	const { width, height } = fitInto(wanted, area);
	const within = (at: number, least: number, most: number) => Math.round(Math.max(least, Math.min(at, most)));
	return {
		x: within(from.x + (from.width - width) / 2, area.x, area.x + area.width - width),
		y: within(from.y + (from.height - height) / 2, area.y, area.y + area.height - height),
		width,
		height,
	};
}
