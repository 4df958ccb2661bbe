# For the scripts beside it: a Python environment of the work folder, made once.

# need_packages <folder> <package>...: packages of PyPI, with their versions. Exits with 77, which
# CTest takes for skipped, where they cannot be had.
need_packages() {
  local folder=$1 packages=("${@:2}")
  local stamp="$folder/venv/${packages[*]}" log=$folder/log
  mkdir -p "$folder"
  [[ ! -e $stamp ]] || return 0
  rm -rf "$folder/venv"
  if ! python3 -m venv "$folder/venv" >"$log" 2>&1; then
    echo "skipped: python3 makes no virtual environment (apt-get install python3-venv): $(tail -1 "$log")"
    exit 77
  fi
  if ! timeout 300 "$folder/venv/bin/pip" --disable-pip-version-check install --no-deps \
    --only-binary :all: --retries 1 --timeout 20 "${packages[@]}" >"$log" 2>&1; then
    echo "skipped: ${packages[*]} cannot be installed from PyPI: $(tail -1 "$log")"
    exit 77
  fi
  touch "$stamp"
}
