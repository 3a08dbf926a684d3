// Records the globals that a page has before it changes anything.
window.seenAtStart = {
	globals: Object.getOwnPropertyNames(window),
	require: typeof require,
	process: typeof process,
};
document.getElementById("button").addEventListener("click", () => window.fixture.send("after-input"));
