export default {
  takePhoto: "Take a photo or choose a file",
  camera: "Take a photo",
  chooseFile: "Choose a file instead",
  refused: "not taken in",
  progress: "Sending: %s",
  failed: "Connection broke. Try again.",
  drop: "Drop or choose the picture",
  crop: {
    title: "Choose the part",
    x_percent: "From left to right",
    y_percent: "From top to bottom",
    zoom_percent: "Zoom",
  },
};
