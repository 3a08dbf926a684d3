// What a page can see before it has changed anything: recorded for the tests.
window.seenAtStart = {
	globals: Object.getOwnPropertyNames(window),
	require: typeof require,
	process: typeof process,
};
document.getElementById("button").addEventListener("click", () => window.fixture.send("after-input"));
